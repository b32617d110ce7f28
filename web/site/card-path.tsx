import type { AdvantageContent } from '#contract/page-content.ts'
import { useSite } from '../lib/site.ts'
import { ArcPoints } from '../ui/arc.tsx'
import { Icon } from '../ui/icon.tsx'

/** The card's way: over our heads, from the browser to the provider. */
export function CardPath({ card }: Pick<AdvantageContent, 'card'>) {
  const { name } = useSite()
  return (
    <section className="wrap block" aria-labelledby="card">
      <div className="card-path night">
        <header>
          <h2 id="card">{card.title}</h2>
          <p className="soft">{card.text}</p>
        </header>
        <svg className="arc" viewBox="0 0 800 210" aria-hidden="true">
          <ArcPoints
            middle={400}
            bottom={200}
            reach={330}
            rise={172}
            count={36}
            from={1.2}
            to={3.4}
            star={15}
          />
        </svg>
        <div className="card-ends">
          <div>
            <h3>
              <Icon name="device" />
              你的浏览器
            </h3>
            <p>从这里出发的：</p>
            <ul>
              {card.yours.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <div>
            <h3>
              <Icon name="house" />
              {name}
            </h3>
            <p>我们只看得到：</p>
            <ul>
              {card.ours.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <div>
            <h3>
              <Icon name="card" />
              支付服务商
            </h3>
            <p>只有他们看得到：</p>
            <ul>
              {card.theirs.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </section>
  )
}
