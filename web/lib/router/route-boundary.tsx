import { Component, type ReactNode } from 'react'
import { RouteErrorContext } from './contexts.ts'
import type { Location } from './location.ts'

interface Failure {
  error: unknown
}

interface RouteBoundaryProps {
  /** Another navigation resets the error. */
  location: Location
  /** An error of loading. */
  failure?: Failure | undefined
  errorElement: ReactNode
  children: ReactNode
}

interface RouteBoundaryState {
  location: Location
  thrown: Failure | null
}

/** Shows the error element instead of children that failed to load or threw. */
export class RouteBoundary extends Component<RouteBoundaryProps, RouteBoundaryState> {
  override state: RouteBoundaryState = { location: this.props.location, thrown: null }

  static getDerivedStateFromError(error: unknown): Pick<RouteBoundaryState, 'thrown'> {
    return { thrown: { error } }
  }

  static getDerivedStateFromProps(
    { location }: RouteBoundaryProps,
    state: RouteBoundaryState,
  ): RouteBoundaryState | null {
    return location === state.location ? null : { location, thrown: null }
  }

  override render(): ReactNode {
    const { failure, errorElement, children } = this.props
    const failed = this.state.thrown ?? failure
    if (!failed) return children
    return <RouteErrorContext value={failed.error}>{errorElement}</RouteErrorContext>
  }
}
