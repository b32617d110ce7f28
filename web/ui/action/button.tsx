import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from '../../lib/router/link.tsx'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-name.ts'

interface Look {
  kind?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'small' | 'large'
  /** Fills the width of its container. */
  isWide?: boolean
  icon?: IconName
  children: ReactNode
}

type ButtonProps = Look & Omit<ComponentProps<'button'>, keyof Look> & { isBusy?: boolean }

/** A button; while busy it keeps the focus and ignores clicks. */
export function Button({
  kind = 'secondary',
  size,
  isWide,
  icon,
  isBusy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      className="button"
      data-kind={kind}
      data-size={size}
      data-wide={isWide ? '' : undefined}
      type={type}
      aria-busy={isBusy || undefined}
      onClick={handleClick}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  kind = 'secondary',
  size,
  isWide,
  icon,
  children,
  ...rest
}: Look & Omit<LinkProps, keyof Look>) {
  return (
    <Link
      className="button"
      data-kind={kind}
      data-size={size}
      data-wide={isWide ? '' : undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

/** A square button with an icon only; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string }) {
  return (
    <button className="icon-button" type="button" aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
