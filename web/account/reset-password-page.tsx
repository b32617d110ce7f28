import { ResetLinkHalf } from './reset-link-half.tsx'
import { NewPasswordHalf } from './new-password-half.tsx'
import { useLinkToken } from './link-token.ts'

/** Asks for the link; opened by the link, sets the new password. */
export default function ResetPasswordPage() {
  const link = useLinkToken()
  if (link?.kind === 'token') return <NewPasswordHalf token={link.token} />
  return <ResetLinkHalf isTentative={link === undefined} />
}
