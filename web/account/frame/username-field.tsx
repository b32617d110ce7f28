/** Hidden field that tells password managers the account of a form without an e-mail field. */
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
