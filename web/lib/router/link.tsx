import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { useNavigate, useRouter } from './contexts.ts'
import type { NavigateOptions, Router } from './state.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: string
}

/**
 * A link that the router follows; it preloads the page's script on hover and focus. The browser follows it
 * before hydration, to another site, and with a modifier key or another button.
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

/** Redirects as soon as it is rendered. */
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

/** As in a browser, a link to the current address replaces the history entry. */
function isShown({ pathname, search, hash }: HTMLAnchorElement, { state }: Router): boolean {
  const { location } = state
  return pathname === location.pathname && search === location.search && hash === location.hash
}
