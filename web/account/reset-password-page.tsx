import { ResetLinkHalf } from './reset-link-half.tsx'
import { UndoEmailHalf } from './undo-email-half.tsx'
import { NewPasswordHalf } from './new-password-half.tsx'
import { useLinkToken } from './link-token.ts'

/** Asks for the link; opened by a link, sets the new password or takes a change of the e-mail back. */
export default function ResetPasswordPage() {
  const link = useLinkToken()
  if (link?.kind === 'token') return <NewPasswordHalf token={link.token} />
  if (link?.kind === 'undo') return <UndoEmailHalf token={link.token} />
  return <ResetLinkHalf isTentative={link === undefined} />
}
