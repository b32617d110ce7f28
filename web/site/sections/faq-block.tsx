import { Faq } from '../../ui/display/faq.tsx'
import { SupportLine } from '../../shell/help/support-line.tsx'

interface FaqBlockProps {
  title?: string
  questions: readonly { question: string; answer: string }[]
}

/** Questions and answers, with a link to the support. */
export function FaqBlock({ title = '常见问题', questions }: FaqBlockProps) {
  return (
    <section className="wrap block faq-block" aria-labelledby="faq">
      <header>
        <h2 id="faq">{title}</h2>
        <SupportLine className="soft" question="没找到答案？" />
      </header>
      <Faq name="faq" questions={questions} />
    </section>
  )
}
