import type * as calls from '#contract/account/login-notice.ts'
import type { Answers } from './answer.ts'
import { clearMockLogin } from './cookies.ts'

export const loginNoticeAnswers: Answers<typeof calls> = {
  refuseLogin() {
    clearMockLogin()
    return { mailedTo: 'l***@example.com' }
  },
}
