import { useEffect } from 'react'
import { useConsoleSite } from './console-site.ts'

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  const { name } = useConsoleSite()
  useEffect(() => {
    document.title = `${title} - ${name} 控制台`
  }, [title, name])
}
