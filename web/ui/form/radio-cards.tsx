import type { ReactNode } from 'react'

interface RadioCard {
  value: string
  isDisabled?: boolean
  children: ReactNode
}

interface RadioCardsProps {
  name: string
  /** Legend of the group: a heading or a sentence. */
  legend: ReactNode
  cards: readonly RadioCard[]
  value: string
  onChange: (value: string) => void
  /** Class of the element around the cards. */
  boxClass?: string
  className?: string
}

/** A group of native radio buttons, each shown as a card. */
export function RadioCards({
  name,
  legend,
  cards,
  value,
  onChange,
  boxClass = 'choices',
  className,
}: RadioCardsProps) {
  return (
    <fieldset className={className}>
      <legend>{legend}</legend>
      <div className={boxClass}>
        {cards.map((card) => (
          <label className="choice" key={card.value}>
            <input
              type="radio"
              name={name}
              value={card.value}
              checked={card.value === value}
              disabled={card.isDisabled}
              onChange={() => onChange(card.value)}
            />
            {card.children}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
