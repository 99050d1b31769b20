/**
 * The settings of a process, read from its environment. Passed down as arguments: only the
 * composition root, the servers and the commands read them. Owns no tables.
 */
export {
  ConfigError,
  DATA_DIR_FALLBACK,
  loadClientConfig,
  loadConfig,
  requireKnownSettings,
  SETTINGS,
  type ClientConfig,
  type Config,
  type Environment,
  type Setting,
} from './config.ts'
