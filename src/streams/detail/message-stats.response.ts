import { CountProperty, NullableCountProperty } from '../../http/query/value-schemas.js';

/** Chat statistics of a stream. If nothing is known about the chat, the counts of its own messages are zero. */
export class MessageStats {
  @CountProperty('Number of messages.', { example: 11980 })
  total_messages: number;

  @CountProperty('Number of accounts that wrote at least one message.', { example: 1198 })
  unique_chatters: number;

  @CountProperty('Number of deleted messages. `total_messages` includes them.', { example: 144 })
  deleted_messages: number;

  @NullableCountProperty(
    'Number of messages of other channels that a shared chat session mirrored into this chat. No other figure includes them. Null if they were not counted.',
    { example: 36 },
  )
  shared_messages: number | null;
}
