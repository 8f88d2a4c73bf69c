<?php

namespace Tests;

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Testing\TestCase;
use Tsena\Laravel\Facades\Tsena;

/** A test in the application of tests/app, with the settings of Tsena::fake(). */
abstract class ShopTestCase extends TestCase
{
    public function createApplication()
    {
        $app = require getenv('APPLICATION') . '/bootstrap/app.php';
        $app->make(Kernel::class)->bootstrap();
        return $app;
    }

    protected function setUp(): void
    {
        parent::setUp();
        Tsena::fake();
    }
}
