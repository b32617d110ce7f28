import type { api } from '#contract/api.ts'
import type { Deps } from '../deps.ts'
import { USER_SOURCE } from '../http/cookies.ts'
import type { Handlers } from '../http/serve.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { changeNickname } from './nickname.ts'
import { type CreditOf, profile } from './profile.ts'
import { sendRegisterCode } from './register-code.ts'
import { register } from './register.ts'
import { revokeSession, sessions } from './sessions.ts'
import { sourceFrom } from './source.ts'

/** Binds each account call to its use case. Keep it a table: no logic here. */
export function accountHandlers(deps: Deps, creditOf: CreditOf): Handlers<typeof api.account> {
  return {
    registerCode: ({ input, request }) => sendRegisterCode(deps, input, request.ip),
    register: ({ input, request }) =>
      register(deps, input, {
        ip: request.ip,
        source: sourceFrom(request.cookies[USER_SOURCE]),
      }),
    login: ({ input, request, reply }) => login(deps, input, request, reply),
    logout: ({ request, reply }) => logout(deps, request, reply),
    userInfo: async ({ session }) => ({ isLogin: session !== null }),
    profile: ({ session }) => profile(deps, creditOf, session),
    editProfile: ({ input, session, reply }) =>
      changeNickname(deps, session, input.nickname, reply),
    sessions: ({ session }) => sessions(deps, session),
    revokeSession: ({ input, session, reply }) => revokeSession(deps, session, input.id, reply),
  }
}
