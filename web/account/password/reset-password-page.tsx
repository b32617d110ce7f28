import { LatePanel } from './late-panel.tsx'
import { NewPasswordPanel } from './new-password-panel.tsx'
import { useResetState } from './reset-state.ts'
import { ResetLinkPanel } from './reset-link-panel.tsx'

const loadMailedLink = async () => (await import('./mailed-link-panel.tsx')).MailedLinkPanel
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
  if (link !== undefined)
    return (
      <LatePanel key="link" load={loadMailedLink} given={{ kind: link.kind, token: link.token }} />
    )
  if (undoFailure !== undefined)
    return <LatePanel key="expired" load={loadExpiredUndo} given={{ why: undoFailure }} />
  return <ResetLinkPanel arrival={arrival} />
}
