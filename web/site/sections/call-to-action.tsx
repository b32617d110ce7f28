import { ButtonLink } from '../../ui/action/button.tsx'
import { Clauses } from '../../ui/display/clauses.tsx'
import { CallToActionArc } from './arcs.tsx'
import { useHomeContent } from './use-home-content.ts'

/** Last section of a public page, with a link to registration. */
export function CallToAction() {
  const { closing } = useHomeContent()
  return (
    <section className="wrap" aria-labelledby="closing">
      <div className="closing night">
        <CallToActionArc />
        <h2 id="closing">{closing.title}</h2>
        <p>
          <Clauses of={closing.text} />
        </p>
        <div className="actions">
          <ButtonLink kind="primary" size="large" to="/account/register">
            免费注册
          </ButtonLink>
          <ButtonLink size="large" to="/plans">
            查看套餐
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
