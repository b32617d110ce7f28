import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import workerUrl from './altcha-worker.ts?worker&url'

const MAX_WORKERS = 4
const SOLVE_TIMEOUT_MS = 60_000
/** How long the first start may take; each further one may take as much longer, the last one any time. */
const START_MS = 2_000
const MOST_STARTS = 5
/** Time for the token to reach the server before it expires. */
const MARGIN_MS = 10_000

/** The token of a solved captcha; valid for one call, until it expires (ms since 1970). */
export interface CaptchaProof {
  token: string
  expiresAt: number
}

/** Fetches a challenge of the self-hosted captcha and solves it in workers. */
export async function solveAltcha(): Promise<CaptchaProof> {
  const answer = await call(api.site.captchaChallenge, {})
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server makes it with the same library; anything else cannot be solved
  const challenge = answer.challenge as unknown as Challenge
  const concurrency = Math.min(navigator.hardwareConcurrency, MAX_WORKERS)
  const workers = await Promise.all(Array.from({ length: concurrency }, startWorker))
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency,
    createWorker: () => workers.pop()!,
    timeout: SOLVE_TIMEOUT_MS,
  })
  if (solution === null) throw new Error('The captcha was not solved in time')
  const { expiresAt } = challenge.parameters
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    expiresAt: expiresAt === undefined ? Infinity : expiresAt * 1000 - MARGIN_MS,
  }
}

declare global {
  interface Window {
    /** Not in TypeScript's DOM types yet; typed as returning strings, which `Worker` accepts. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => { createScriptURL: (url: string) => string }
    }
  }
}

const policy = window.trustedTypes?.createPolicy('captcha', {
  createScriptURL(url) {
    if (url !== workerUrl) throw new TypeError(`Not the worker of the captcha: ${url}`)
    return url
  },
})

/**
 * A worker that runs: it has said so. In WebKit of 2022 (Safari 16.0) one in seven never does, and a challenge waits for
 * each of its workers.
 */
async function startWorker(): Promise<Worker> {
  for (let starts = 1; ; starts += 1) {
    const worker = new Worker(trusted(workerUrl), { type: 'module' })
    const isRunning = await new Promise<boolean>((resolve, reject) => {
      worker.addEventListener('message', () => resolve(true), { once: true })
      worker.addEventListener('error', reject, { once: true })
      if (starts < MOST_STARTS) setTimeout(resolve, START_MS * starts, false)
    })
    if (isRunning) return worker
    worker.terminate()
  }
}

/** Our Content-Security-Policy accepts worker addresses only from this Trusted Types policy. */
function trusted(url: string): string {
  return policy?.createScriptURL(url) ?? url
}
