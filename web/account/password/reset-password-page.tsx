import { ExpiredUndoPanel } from '../email/expired-undo-panel.tsx'
import { NewPasswordPanel } from './new-password-panel.tsx'
import { useResetState } from './reset-state.ts'
import { ResetLinkPanel } from './reset-link-panel.tsx'
import { UndoEmailPanel } from '../email/undo-email-panel.tsx'

/** Asks for the link; opened by a link, sets the new password or takes a change of the e-mail back. */
export default function ResetPasswordPage() {
  const arrival = useResetState()
  const { link, undoFailure } = arrival ?? {}
  if (link?.kind === 'token') return <NewPasswordPanel token={link.token} />
  if (link?.kind === 'undo') return <UndoEmailPanel token={link.token} />
  if (undoFailure !== undefined) return <ExpiredUndoPanel why={undoFailure} />
  return <ResetLinkPanel arrival={arrival} />
}
