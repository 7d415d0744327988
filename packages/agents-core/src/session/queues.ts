import type { MessageContent } from '../types/message.ts'
import type { QueueSizes } from '../types/queue.ts'

/** What a user has said while the agent was busy: for the next request (`steer`), or for when it is done (`followUp`). */
export class Queues {
  private steering: MessageContent[] = []
  private following: MessageContent[] = []

  get sizes(): QueueSizes {
    return { steer: this.steering.length, followUp: this.following.length }
  }

  add(queue: keyof QueueSizes, content: MessageContent): void {
    if (queue === 'steer') this.steering.push(content)
    else this.following.push(content)
  }

  /** Takes everything that is to be said before the next request. */
  takeSteering(): MessageContent[] {
    const taken = this.steering
    this.steering = []
    return taken
  }

  /** Takes the first of what is to be said when the agent is done. */
  takeFollowUp(): MessageContent[] {
    return this.following.splice(0, 1)
  }
}
