import type { ComponentProps } from 'react'

/** A link to another site: opens beside this one and tells it nothing of the opener. */
export function OutsideLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a target="_blank" rel="noopener" {...rest}>
      {children}
    </a>
  )
}
