import type * as calls from '#contract/account/notices.ts'
import type { Answers } from './answer.ts'

const none = { notice: null, others: 0 }

/** No document of the mock says that there are notices. */
export const noticesAnswers: Answers<typeof calls> = {
  readNotice: () => none,
  dismissNotice: () => none,
}
