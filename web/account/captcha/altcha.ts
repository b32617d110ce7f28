import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import workerUrl from './altcha-worker.ts?worker&url'

const MAX_WORKERS = 4
const SOLVE_TIMEOUT_MS = 60_000
/** Time for the token to reach the server before it expires. */
const MARGIN_MS = 10_000

/** WebKit of 2022 (Safari 16.0) collects workers that only their own listeners refer to: they would never answer. */
const atWork = new Set<Worker[]>()

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
  const workers: Worker[] = []
  atWork.add(workers)
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(navigator.hardwareConcurrency, MAX_WORKERS),
    createWorker() {
      const worker = new Worker(trusted(workerUrl), { type: 'module' })
      workers.push(worker)
      return worker
    },
    timeout: SOLVE_TIMEOUT_MS,
  }).finally(() => atWork.delete(workers))
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

/** Our Content-Security-Policy accepts worker addresses only from this Trusted Types policy. */
function trusted(url: string): string {
  return policy?.createScriptURL(url) ?? url
}
