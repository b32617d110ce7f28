import type { api } from '#contract/api.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { accountAnswers } from './account-answers.ts'
import { rechargeAnswers } from './recharge-answers.ts'
import { siteAnswers } from './site-answers.ts'

type Answer<E extends Endpoint> = (input: InputOf<E>) => OutputOf<E> | Promise<OutputOf<E>>

/** One answer for each call of a contract group; TypeScript refuses a group with one missing. */
export type Answers<Group extends Record<string, Endpoint>> = {
  [Name in keyof Group]: Answer<Group[Name]>
}

/** The whole server, as far as a page can tell. */
export const answers: { [Group in keyof typeof api]: Answers<(typeof api)[Group]> } = {
  account: accountAnswers,
  recharge: rechargeAnswers,
  site: siteAnswers,
}
