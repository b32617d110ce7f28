import { defineLimits } from '../../http/limits/limit.ts'

export const signOnLimits = defineLimits({
  /** Sign-ons and log-outs of visitors who are not logged in, by network address: each leaves a record for up to half an hour. */
  signOnIp: { times: 300, seconds: 10 * 60 },
  /** The same of a user who is logged in. */
  signOnUser: { times: 300, seconds: 10 * 60 },
})
