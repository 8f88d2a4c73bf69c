<?php

namespace Tsena\Laravel;

use Illuminate\Support\Facades\Route;
use Illuminate\Support\ServiceProvider;
use Tsena\Laravel\Console\CheckCommand;
use Tsena\Laravel\Http\WebhookController;

final class TsenaServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->mergeConfigFrom(__DIR__ . '/../config/tsena.php', 'tsena');
        $this->app->singleton(Checkout::class);
    }

    public function boot(): void
    {
        $this->loadViewsFrom(__DIR__ . '/../resources/views', 'tsena');
        $path = config('tsena.webhook_path');
        // Outside the group `web`: the companion has no session and no CSRF token, its signature is the proof.
        if ($path !== null && !$this->app->routesAreCached()) {
            Route::post($path, WebhookController::class)->name('tsena.webhook');
        }
        if ($this->app->runningInConsole()) {
            $this->publishes([__DIR__ . '/../config/tsena.php' => $this->app->configPath('tsena.php')], 'tsena-config');
            $this->commands([CheckCommand::class]);
        }
    }
}
