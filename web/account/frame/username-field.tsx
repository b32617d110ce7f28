/** Tells password managers whose password a form without an e-mail field is about. */
export function UsernameField({ email }: { email: string | undefined }) {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      value={email ?? ''}
      readOnly
      hidden
    />
  )
}
