import type * as loginNotice from '#contract/account/login-notice.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/serve.ts'
import type { RevokeAccessSince } from '../sessions/end-access.ts'
import { refuseLogin } from './refuse-login.ts'

export function loginNoticeHandlers(
  deps: Deps,
  needs: { revokeAccessSince: RevokeAccessSince },
): Handlers<typeof loginNotice> {
  return {
    refuseLogin: ({ input, request, reply }) =>
      refuseLogin({ ...deps, ...needs }, input, { request, reply }),
  }
}
