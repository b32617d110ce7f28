import { Late } from '../../lib/loading/late.tsx'
import { useResetState } from './reset-state.ts'
import { ResetLinkPanel } from './reset-link-panel.tsx'

const loadMailedLink = async () => (await import('./mailed-link-panel.tsx')).MailedLinkPanel
const loadExpiredUndo = async () =>
  (await import('../email/expired-undo-panel.tsx')).ExpiredUndoPanel

/**
 * Requests a reset link; opened by a mailed link, resets the password, undoes an e-mail change or refuses a login.
 */
export default function ResetPasswordPage() {
  const arrival = useResetState()
  const { link, undoFailure } = arrival ?? {}
  const fallback = <ResetLinkPanel arrival={undefined} />
  if (link !== undefined) {
    const { kind, token } = link
    return <Late key="link" load={loadMailedLink} given={{ kind, token }} fallback={fallback} />
  }
  if (undoFailure !== undefined) {
    const given = { why: undoFailure }
    return <Late key="expired" load={loadExpiredUndo} given={given} fallback={fallback} />
  }
  return <ResetLinkPanel arrival={arrival} />
}
