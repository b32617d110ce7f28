// Loaded into every Node process of a shop under test (`node --import`), so in JavaScript: an HTTP server
// in it begins with each request a little late, by chance. The delay depends on the seed, the request and
// how often it came, so that a run can be repeated.
import { createHash } from 'node:crypto'
import { Server } from 'node:http'

const LONGEST_MS = 400
const seed = process.env.SHAKEN_SEED ?? '0'
const counts = new Map()

function delayOf({ method, url = '' }) {
  const key = `${method} ${url.split('?')[0]}`
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  const hash = createHash('sha256').update(`${seed} ${key} ${count}`).digest()
  return (hash.readUInt16BE(0) / 0x1_00_00) * LONGEST_MS
}

const { emit } = Server.prototype
Server.prototype.emit = function emitLate(event, ...given) {
  if (event !== 'request') return emit.call(this, event, ...given)
  setTimeout(() => emit.call(this, event, ...given), delayOf(given[0]))
  return true
}
