/** The calls that several pages make, by feature: `api.account.login`. `all-calls.ts` has those of single pages too. */
export * as api from './calls.ts'
