import { DeadUndoHalf } from './dead-undo-half.tsx'
import { NewPasswordHalf } from './new-password-half.tsx'
import { useResetArrival } from './reset-arrival.ts'
import { ResetLinkHalf } from './reset-link-half.tsx'
import { UndoEmailHalf } from './undo-email-half.tsx'

/** Asks for the link; opened by a link, sets the new password or takes a change of the e-mail back. */
export default function ResetPasswordPage() {
  const arrival = useResetArrival()
  const { link, deadUndo } = arrival ?? {}
  if (link?.kind === 'token') return <NewPasswordHalf token={link.token} />
  if (link?.kind === 'undo') return <UndoEmailHalf token={link.token} />
  if (deadUndo !== undefined) return <DeadUndoHalf why={deadUndo} />
  return <ResetLinkHalf arrival={arrival} />
}
