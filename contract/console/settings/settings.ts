import * as z from 'zod/mini'
import { CHECK_OUTCOMES } from '../figures/check-outcomes.ts'
import { consoleCall } from '../console-call.ts'
import { SETTING_ORIGINS } from './setting-origins.ts'

const setting = z.object({
  name: z.string(),
  /** One sentence. */
  meaning: z.string(),
  isSecret: z.boolean(),
  /** What is in force; null: nothing, or it is a secret. */
  value: z.nullable(z.string()),
  /** Of a secret that is there: tells two values apart and nothing more. */
  fingerprint: z.nullable(z.string()),
  origin: z.enum(SETTING_ORIGINS),
})
export type ConsoleSetting = z.output<typeof setting>

const checkHead = z.object({ id: z.string(), title: z.string() })

const check = z.extend(checkHead, {
  outcome: z.enum(CHECK_OUTCOMES),
  /** One sentence: what was found. */
  found: z.string(),
  /** What to do; null: nothing. */
  advice: z.nullable(z.string()),
  ms: z.int(),
})
export type ConsoleCheck = z.output<typeof check>

/** Every setting with where it comes from, and those that endanger the shop. */
export const listSettings = consoleCall({
  method: 'GET',
  path: '/api/console/settings',
  access: 'own',
  input: () => z.object({}),
  output: () =>
    z.object({
      groups: z.array(z.object({ title: z.string(), settings: z.array(setting) })),
      risks: z.array(z.object({ text: z.string(), isBad: z.boolean() })),
    }),
})

/** What `runCheck` can check, in the order in which it is shown. */
export const listChecks = consoleCall({
  method: 'GET',
  path: '/api/console/checks',
  access: 'own',
  input: () => z.object({}),
  output: () => z.object({ checks: z.array(checkHead) }),
})

/** Checks one thing; changes nothing and takes 8 s at most. NOT_FOUND for another id. */
export const runCheck = consoleCall({
  method: 'GET',
  path: '/api/console/checks/run',
  access: 'own',
  input: () => z.object({ id: z.string().check(z.maxLength(40)) }),
  output: () => check,
})
