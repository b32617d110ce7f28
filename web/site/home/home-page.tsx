import type { Service } from '#contract/content/content.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'
import { type PageData, useSite } from '../../lib/site.ts'
import { AnyLink } from '../../ui/action/any-link.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { PlanCalculator, usePlanFinder } from '../plans/plan-calculator.tsx'
import { enoughFor } from '../plans/plan-finder.ts'
import { usePlans } from '../plans/use-plans.ts'
import { Bridge } from '../sections/bridge.tsx'
import { Closing } from '../sections/closing.tsx'
import { FaqBlock } from '../sections/faq-block.tsx'
import { FigureTable } from '../sections/figure-table.tsx'
import { RegisterButton } from '../sections/register-button.tsx'
import { faqPage } from '../sections/structured-data.ts'
import { useHomeContent } from '../sections/use-home-content.ts'
import { Clients } from './clients.tsx'
import { DrawnScene } from './drawn-scene.tsx'
import { Statement } from './statement.tsx'

export function structuredData({ site }: PageData): StructuredData[] {
  return site.home === undefined ? [] : [faqPage(site.home.questions)]
}

export default function HomePage() {
  const { questions } = useHomeContent()
  const plans = usePlans()
  return (
    <>
      <Hero />
      <Services />
      <PlanCalculator {...usePlanFinder(plans)} plans={plans} />
      <Clients />
      <Statement />
      <FaqBlock questions={questions} />
      <Closing />
    </>
  )
}

/** The promise, two links, and a job from its photo to its price. */
function Hero() {
  const { slogan, welcomeCredit } = useSite()
  const { announcement, headline, lead, assurances, services } = useHomeContent()
  const welcome = welcomeCredit && [
    enoughFor(welcomeCredit.amount, services),
    `${welcomeCredit.days} 天内有效`,
  ]
  return (
    <section className="hero" aria-label={slogan}>
      <Bridge />
      <div className="wrap hero-words">
        <h1>
          {headline[0]}
          <br />
          {headline[1]}
        </h1>
        <p className="lead">{lead}</p>
        <div className="actions">
          <RegisterButton />
          <ButtonLink size="large" to="/plans">
            查看套餐
          </ButtonLink>
        </div>
        <p className="hero-note">{[...(welcome ?? []), ...assurances].join('，')}</p>
        {announcement && (
          <AnyLink className="more" to={announcement.url}>
            {announcement.text}
            <Icon name="next" />
          </AnyLink>
        )}
      </div>
      <DrawnScene />
    </section>
  )
}

/** The first service with its measured figure, the second with talks and their costs, further ones in words. */
function Services() {
  const { services } = useHomeContent()
  const [first, second, ...others] = services
  return (
    <div className="wrap does">
      {first && (
        <section className="does-proof">
          <ServiceWords service={first} />
          <Proof />
        </section>
      )}
      {second && (
        <section className="does-talks">
          <ServiceWords service={second} />
          <Talks />
        </section>
      )}
      {others.map((service) => (
        <section key={service.name}>
          <ServiceWords service={service} />
        </section>
      ))}
    </div>
  )
}

function ServiceWords({ service: { name, text, rate, action, path } }: { service: Service }) {
  const { toolsUrl } = useSite()
  return (
    <div className="does-words">
      <h2>{name}</h2>
      <p className="soft">{text}</p>
      <p className="does-price">{rate}</p>
      <OutsideLink className="more" href={toolsUrl + path}>
        {action}
        <Icon name="arrow" />
      </OutsideLink>
    </div>
  )
}

function Proof() {
  const { figure, text, table, note } = useHomeContent().proof
  return (
    <div className="proof">
      <p>
        <b>{figure}</b> <span className="soft">{text}</span>
      </p>
      <FigureTable table={table} />
      <p className="faint">{note}</p>
    </div>
  )
}

function Talks() {
  const { creditUnit } = useSite()
  const { talks } = useHomeContent()
  return (
    <ol className="talks">
      {talks.map(({ question, answer, credit, note, isStopped }) => (
        <li key={question}>
          <p className="faint">{question}</p>
          <p>
            {answer}
            {isStopped && <i className="caret" aria-hidden="true" />}
          </p>
          <small>
            <b>
              {credit} {creditUnit}
            </b>
            {note}
          </small>
        </li>
      ))}
    </ol>
  )
}
