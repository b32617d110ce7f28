import { beforeEach } from 'vitest'

// Set up after the mock network in a shaken run: its answers come late by chance, the same for one seed.

const LONGEST_MS = 150
const seed = Number(import.meta.env['VITE_SHAKEN_SEED'])
// before a test puts its own clock in their place
const { setTimeout: startTimer } = globalThis

let state = 0

beforeEach(({ task }) => {
  state = seed + task.name.length
  const { fetch } = globalThis
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request)
    await new Promise((resolve) => startTimer(resolve, nextRandom() * LONGEST_MS))
    return answer
  }
})

/** Mulberry32: from 0 up to 1. */
function nextRandom(): number {
  state = (state + 0x6d_2b_79_f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_00_00_00_00
}
