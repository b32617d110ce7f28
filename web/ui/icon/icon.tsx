import sprite from '../../assets/icons.svg?url&no-inline'
import type { IconName } from './icon-name.ts'

/** A line icon of the sprite; it only decorates, so give its button or link a name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
