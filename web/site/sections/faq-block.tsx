import { SupportLine } from '../../shell/help/support-line.tsx'
import { Icon } from '../../ui/icon/icon.tsx'

interface FaqBlockProps {
  title?: string
  questions: readonly { question: string; answer: string }[]
}

/** Questions, one open at a time, without script; with a link to the support. */
export function FaqBlock({ title = '常见问题', questions }: FaqBlockProps) {
  return (
    <section className="wrap block faq-block" aria-labelledby="faq">
      <header>
        <h2 id="faq">{title}</h2>
        <SupportLine className="soft" question="没找到答案？" />
      </header>
      <div className="faq">
        {questions.map(({ question, answer }, at) => (
          <details key={question} name="faq" open={at === 0}>
            <summary>
              {question}
              <Icon name="plus" />
            </summary>
            <div>{answer}</div>
          </details>
        ))}
      </div>
    </section>
  )
}
