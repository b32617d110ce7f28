import { SupportLine } from '../../shell/help/support-line.tsx'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon/icon.tsx'

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

interface Question {
  question: string
  answer: ReactNode
}

/** Questions, one open at a time, without script. `name` must be unique among the lists of a page. */
function Faq({ name, questions }: { name: string; questions: readonly Question[] }) {
  return (
    <div className="faq">
      {questions.map(({ question, answer }, at) => (
        <details key={question} name={name} open={at === 0}>
          <summary>
            {question}
            <Icon name="plus" />
          </summary>
          <div>{answer}</div>
        </details>
      ))}
    </div>
  )
}
