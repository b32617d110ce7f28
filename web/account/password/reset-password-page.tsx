import { LatePanel } from './late-panel.tsx'
import { NewPasswordPanel } from './new-password-panel.tsx'
import { useResetState } from './reset-state.ts'
import { ResetLinkPanel } from './reset-link-panel.tsx'

const LINKS = {
  undo: async () => (await import('../email/undo-email-panel.tsx')).UndoEmailPanel,
  stop: async () => (await import('../email/recovery-panels.tsx')).StopRecoveryPanel,
  confirm: async () => (await import('../email/recovery-panels.tsx')).ConfirmRecoveryPanel,
  'not-me': async () => (await import('../login/refuse-login-panel.tsx')).RefuseLoginPanel,
}
const loadExpiredUndo = async () =>
  (await import('../email/expired-undo-panel.tsx')).ExpiredUndoPanel

/**
 * Requests a reset link; opened by a mailed link, resets the password, undoes, stops or confirms an e-mail change, or
 * refuses a login.
 */
export default function ResetPasswordPage() {
  const arrival = useResetState()
  const { link, undoFailure } = arrival ?? {}
  if (link?.kind === 'token') return <NewPasswordPanel token={link.token} />
  if (link !== undefined) return <LatePanel key={link.kind} load={LINKS[link.kind]} given={link} />
  if (undoFailure !== undefined)
    return <LatePanel key="expired" load={loadExpiredUndo} given={{ why: undoFailure }} />
  return <ResetLinkPanel arrival={arrival} />
}
