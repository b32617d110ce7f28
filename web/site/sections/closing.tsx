import { usePageContent } from '../../lib/site.ts'
import { RegisterButton } from './register-button.tsx'

/** Last section of a public page, with a link to registration. */
export function Closing() {
  const closing = usePageContent('closing')
  return (
    <section className="wrap closing" aria-labelledby="closing">
      <div>
        <h2 id="closing">{closing.title}</h2>
        <p className="soft">{closing.text}</p>
      </div>
      <RegisterButton />
    </section>
  )
}
