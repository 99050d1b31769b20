// Loaded into a simulated process: its machine's clock is ahead by AHEAD_MS, or behind.
const ahead = Number(process.env['AHEAD_MS'] ?? 0)
const { now } = Date
Date.now = () => now() + ahead
