import type { AdvantageContent } from '#contract/content/page-content.ts'
import { ArcPoints } from '../../ui/icon/arc.tsx'
import { Clauses } from '../../ui/display/clauses.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/icon-name.ts'
import { Comet } from '../sections/bridge.tsx'

type Card = AdvantageContent['card']

/** How card data travel: from the browser straight to the provider, not through our servers. */
export function CardDataPath({ card }: { card: Card }) {
  return (
    <section className="wrap block" aria-labelledby="card">
      <div className="card-path night">
        <header>
          <h2 id="card">{card.title}</h2>
          <p className="soft">
            <Clauses of={card.text} />
          </p>
        </header>
        <svg className="arc" viewBox="0 0 800 210" aria-hidden="true">
          <ArcPoints
            middle={400}
            bottom={200}
            reach={330}
            rise={172}
            count={36}
            endRadius={1.2}
            topRadius={3.4}
            star={15}
          />
          <Comet way="M70 200A330 172 0 0 1 730 200" />
        </svg>
        <div className="card-ends">
          <End icon="device" {...card.yours} />
          <End icon="house" {...card.ours} />
          <End icon="card" {...card.theirs} />
        </div>
      </div>
    </section>
  )
}

function End({ icon, title, text, lines }: Card['ours'] & { icon: IconName }) {
  return (
    <div>
      <h3>
        <Icon name={icon} />
        {title}
      </h3>
      <p>{text}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
