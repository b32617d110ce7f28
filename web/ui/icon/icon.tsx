import sprite from '../../assets/icons.svg?url&no-inline'

/** A decorative icon of the sprite; its button or link needs an accessible name of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    // a size for browsers too old for the style sheet
    <svg className="icon" width="24" height="24" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}

/** Names of the symbols in assets/icons.svg. */
export const ICON_NAMES = [
  'menu',
  'close',
  'arrow',
  'up',
  'out',
  'check',
  'down',
  'next',
  'back',
  'plus',
  'minus',
  'user',
  'credit',
  'order',
  'lock',
  'mail',
  'eye',
  'copy',
  'scan',
  'chat',
  'group',
  'translate',
  'pen',
  'file',
  'shield',
  'clock',
  'again',
  'info',
  'warn',
  'save',
  'find',
  'card',
  'leave',
  'device',
  'house',
  'layers',
  'bin',
  'sun',
  'moon',
  'print',
  'chart',
  'key',
  'book',
  'apps',
  'day',
] as const

export type IconName = (typeof ICON_NAMES)[number]
