import type { ReactNode } from 'react'

interface RadioCard {
  value: string
  isDisabled?: boolean
  children: ReactNode
}

interface RadioCardsProps {
  name: string
  /** What is chosen here; a heading or a sentence. */
  legend: ReactNode
  cards: readonly RadioCard[]
  value: string
  onChange: (value: string) => void
  /** Class of the box around the cards. */
  boxClass?: string
  className?: string
}

/** One of several, each a card that is a real radio. */
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
