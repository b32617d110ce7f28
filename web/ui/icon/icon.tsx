import sprite from '../../assets/icons.svg?url&no-inline'
import type { IconName } from './icon-name.ts'

/** A decorative icon of the sprite; its button or link needs an accessible name of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    // a size for browsers too old for the style sheet
    <svg className="icon" width="24" height="24" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
