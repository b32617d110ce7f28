import { DeadUndoHalf } from '../email/expired-undo-panel.tsx'
import { NewPasswordHalf } from './new-password-panel.tsx'
import { useResetArrival } from './reset-state.ts'
import { ResetLinkHalf } from './reset-link-panel.tsx'
import { UndoEmailHalf } from '../email/undo-email-panel.tsx'

/** Asks for the link; opened by a link, sets the new password or takes a change of the e-mail back. */
export default function ResetPasswordPage() {
  const arrival = useResetArrival()
  const { link, deadUndo } = arrival ?? {}
  if (link?.kind === 'token') return <NewPasswordHalf token={link.token} />
  if (link?.kind === 'undo') return <UndoEmailHalf token={link.token} />
  if (deadUndo !== undefined) return <DeadUndoHalf why={deadUndo} />
  return <ResetLinkHalf arrival={arrival} />
}
