import type { Combo } from '#contract/shapes.ts'
import { useSite } from '../../lib/site.ts'
import { AnyLink } from '../../ui/action/any-link.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Clauses } from '../../ui/display/clauses.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { HeroSky } from '../sections/hero-sky.tsx'
import { Stage } from './stage.tsx'
import { useHomeContent } from '../sections/use-home-content.ts'

/** Headline, two links and a picture of the product. */
export function Hero({ plans }: { plans: readonly Combo[] }) {
  const { slogan } = useSite()
  const { announcement, headline, lead, assurances } = useHomeContent()
  return (
    <section className="hero" aria-label={slogan}>
      <HeroSky />
      <div className="wrap hero-words">
        {announcement && (
          <AnyLink className="pill" to={announcement.url}>
            <b>新</b>
            {announcement.text}
            <Icon name="next" />
          </AnyLink>
        )}
        <h1>
          {headline[0]}
          <br />
          <em>{headline[1]}</em>
        </h1>
        <p className="lead">
          <Clauses of={lead} />
        </p>
        <div className="actions">
          <ButtonLink kind="primary" size="large" to="/account/register">
            免费注册
          </ButtonLink>
          <ButtonLink size="large" to="/plans">
            查看套餐
          </ButtonLink>
        </div>
        <ul className="assure">
          {assurances.map((assurance) => (
            <li key={assurance}>
              <Icon name="check" />
              {assurance}
            </li>
          ))}
        </ul>
      </div>
      <div className="wrap">
        <Stage plans={plans} />
      </div>
    </section>
  )
}
