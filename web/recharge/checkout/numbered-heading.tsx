/** The heading of a step of the checkout, with its number. */
export function NumberedHeading({ at, children }: { at: number; children: string }) {
  return (
    <>
      <i aria-hidden="true">{at}</i>
      {children}
    </>
  )
}
