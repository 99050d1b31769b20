/**
 * The settings of a process, read from its environment. Handed down: nobody but the composition
 * root, the doors and the commands reads them. Owns no tables.
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
