import { LimitedController } from '../http/request/limited-controller.decorator.js';
import { Read } from '../response-cache/read.decorator.js';
import { Status } from './dto/status.response.js';
import { MetaService } from './meta.service.js';

@LimitedController('v1/status', 'Meta')
export class StatusController {
  constructor(private readonly meta: MetaService) {}

  @Read('', {
    isUncached: true,
    summary: 'Get the status',
    description: 'Returns the version of the service, the number of rows of each kind, and the age of the data.',
    ok: Status,
    okDescription: 'The status.',
  })
  findStatus(): Promise<Status> {
    return this.meta.findStatus();
  }
}
