import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

interface Question {
  question: string
  answer: ReactNode
}

/** Questions, one open at a time, without script. `name` must be unique among the lists of a page. */
export function Faq({ name, questions }: { name: string; questions: readonly Question[] }) {
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
