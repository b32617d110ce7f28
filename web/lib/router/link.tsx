import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { useNavigate, useRouter } from './contexts.ts'
import type { NavigateOptions, Router } from './state.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: string
}

/**
 * A link. To another site, with a modifier key or another button the browser follows it by itself, as
 * it does before the application is there; else the router does, and fetches the page's script at the
 * first sign that it is wanted.
 */
export function Link({ to, replace, state, preventScrollReset, children, ...rest }: LinkProps) {
  const router = useRouter()
  const { onClick, onPointerEnter, onFocus } = rest
  return (
    <a
      {...rest}
      href={to}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        router.preload(to)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        router.preload(to)
      }}
      onClick={(event) => {
        onClick?.(event)
        if (!isPlain(event) || !router.isOfSite(to)) return
        event.preventDefault()
        const isHere = replace ?? isShown(event.currentTarget, router)
        void router.navigate(to, { replace: isHere, state, preventScrollReset })
      }}
    >
      {children}
    </a>
  )
}

/** Leads elsewhere as soon as it is drawn. */
export function Navigate({ to, replace }: { to: string; replace?: boolean }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace])
  return null
}

function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  const opensHere = (target === '' || target === '_self') && !event.currentTarget.download
  return !event.defaultPrevented && event.button === 0 && !isModified && opensHere
}

/** As in a browser, a link to the page itself makes no further history entry. */
function isShown({ pathname, search, hash }: HTMLAnchorElement, { state }: Router): boolean {
  const { location } = state
  return pathname === location.pathname && search === location.search && hash === location.hash
}
