import type { ComponentProps } from 'react'

/** A link to another site. It opens in a new tab without access to this page. */
export function OutsideLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a target="_blank" rel="noopener" {...rest}>
      {children}
    </a>
  )
}
