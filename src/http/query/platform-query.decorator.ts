import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { platforms } from '../../config/platforms.js';

export const badPlatform = `platform must be one of ${platforms.join(', ')}`;

/** The query parameter `platform`. */
export function PlatformQuery(of: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description: `Returns only ${of} of this platform.`, enum: platforms }),
    IsOptional(),
    IsIn(platforms, { message: badPlatform }),
  );
}
