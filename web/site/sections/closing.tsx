import { welcomeAction } from '../../lib/welcome-promise.ts'
import { usePageContent, useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/action/button.tsx'

/** Last section of a public page, with a link to registration. */
export function Closing() {
  const site = useSite()
  const closing = usePageContent('closing')
  return (
    <section className="wrap closing" aria-labelledby="closing">
      <div>
        <h2 id="closing">{closing.title}</h2>
        <p className="soft">{closing.text}</p>
      </div>
      <ButtonLink kind="primary" size="large" to="/account/register">
        {welcomeAction(site)}
      </ButtonLink>
    </section>
  )
}
