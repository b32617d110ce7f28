import type { api } from '#contract/api.ts'
import type * as personalData from '#contract/account/personal-data.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/serve.ts'
import { readTrafficSource } from '../http/traffic-source.ts'
import { changeEmail, sendChangeEmailCode } from './email/change-email.ts'
import { changePassword } from './password/change-password.ts'
import { closeAccount, type RevokeAccess } from './closing/close-account.ts'
import { exportData, type ExportReaders } from './profile/export-data.ts'
import { login } from './login/login.ts'
import { logout } from './sessions/logout.ts'
import { editProfile, readProfile } from './profile/profile.ts'
import { sendRegisterCode } from './register/register-code.ts'
import { type PrepareWelcome, register } from './register/register.ts'
import { sendResetLink } from './password/reset-link.ts'
import { resetPassword } from './password/reset-password.ts'
import { listDevices, revokeSession } from './sessions/sessions.ts'
import type { RevokeAccessSince } from './sessions/end-access.ts'
import { undoEmailChange } from './email/undo-email-change.ts'
import type * as loginNotice from '#contract/account/login-notice.ts'
import { refuseLogin } from './login-notice/refuse-login.ts'

/** What the account area needs of other features, which it does not know; the app passes it in. */
export interface AccountNeeds extends Pick<ExportReaders, 'readCredit'> {
  revokeAccess: RevokeAccess
  revokeAccessSince: RevokeAccessSince
  prepareWelcome: PrepareWelcome
}

/** Binds each account call to its use case. Keep it a table: no logic here. */
export function accountHandlers(deps: Deps, needs: AccountNeeds): Handlers<typeof api.account> {
  return {
    registerCode: ({ input, request, reply }) => sendRegisterCode(deps, input, request, reply),
    register: ({ input, request, reply }) =>
      register({ ...deps, ...needs }, input, {
        request,
        reply,
        source: readTrafficSource(request),
      }),
    login: ({ input, request, reply }) => login(deps, input, request, reply),
    logout: ({ request, reply }) => logout(deps, request, reply),
    userInfo: async ({ session }) => ({ isLogin: session !== null }),
    profile: ({ session }) => readProfile(deps, needs.readCredit, session),
    editProfile: ({ input, session, reply }) => editProfile(deps, input, session, reply),
    sessions: ({ session }) => listDevices(deps, session),
    changePassword: ({ input, session, request, reply }) =>
      changePassword(deps, input, session, request, reply),
    resetPasswordLink: ({ input, request }) => sendResetLink(deps, input, request),
    resetPassword: ({ input, request, reply }) => resetPassword(deps, input, request, reply),
    sendChangeEmailCode: ({ input, session, request }) =>
      sendChangeEmailCode(deps, input, session, request.ip),
    changeEmail: ({ input, session, reply }) => changeEmail(deps, input, session, reply),
    undoEmailChange: ({ input, request, reply }) =>
      undoEmailChange({ ...deps, ...needs }, input, request, reply),
    revokeSession: ({ input, session, reply }) => revokeSession(deps, session, input.id, reply),
  }
}

export function personalDataHandlers(
  deps: Deps,
  needs: ExportReaders & { revokeAccess: RevokeAccess },
): Handlers<typeof personalData> {
  return {
    exportData: ({ session }) => exportData(deps, needs, session),
    closeAccount: ({ input, session, request, reply }) =>
      closeAccount({ ...deps, ...needs }, input, session, request, reply),
  }
}

export function loginNoticeHandlers(
  deps: Deps,
  needs: { revokeAccessSince: RevokeAccessSince },
): Handlers<typeof loginNotice> {
  return {
    refuseLogin: ({ input, request, reply }) =>
      refuseLogin({ ...deps, ...needs }, input, { request, reply }),
  }
}
