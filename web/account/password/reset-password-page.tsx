import { ExpiredUndoPanel } from '../email/expired-undo-panel.tsx'
import { NewPasswordPanel } from './new-password-panel.tsx'
import { useResetState } from './reset-state.ts'
import { ResetLinkPanel } from './reset-link-panel.tsx'
import { EmailLink } from '../email/email-link.tsx'

/** Requests a reset link; opened by a mailed link, resets the password, or undoes, stops or confirms an e-mail change. */
export default function ResetPasswordPage() {
  const arrival = useResetState()
  const { link, undoFailure } = arrival ?? {}
  if (link?.kind === 'token') return <NewPasswordPanel token={link.token} />
  if (link !== undefined) return <EmailLink kind={link.kind} token={link.token} />
  if (undoFailure !== undefined) return <ExpiredUndoPanel why={undoFailure} />
  return <ResetLinkPanel arrival={arrival} />
}
